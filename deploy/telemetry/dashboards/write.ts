import { writeFileSync } from 'node:fs';
import { dashboards } from './all.ts';
import { fileOf } from './file.ts';

// Grafana's files are made of the descriptions beside this one: node deploy/telemetry/dashboards/write.ts
for (const { path, content } of dashboards.map(fileOf)) writeFileSync(path, content);
