import type { Dashboard } from './dashboard.ts';
import { quantile } from './quantile.ts';

/** The three services themselves: load, memory, jobs, the console's calls. */
export const services: Dashboard = {
  name: 'services',
  title: 'Switchyard: services',
  panels: [
    {
      title: 'CPU cores in use',
      unit: 'short',
      queries: [{ expr: 'rate(process_cpu_seconds_total{job="switchyard"}[5m])', legend: '{{instance}}' }],
    },
    {
      title: 'Resident memory',
      unit: 'bytes',
      queries: [{ expr: 'process_resident_memory_bytes{job="switchyard"}', legend: '{{instance}}' }],
    },
    {
      title: 'Event loop lag, 99 % stay below',
      unit: 's',
      queries: [{ expr: 'nodejs_eventloop_lag_p99_seconds{job="switchyard"}', legend: '{{instance}}' }],
    },
    {
      title: 'Requests that may run in a relay: fewer while its event loop is late',
      unit: 'short',
      queries: [{ expr: 'switchyard_relay_running_limit', legend: '{{instance}}' }],
    },
    {
      title: 'Calls of the console by status',
      unit: 'reqps',
      queries: [
        {
          expr: 'sum by (status) (rate(switchyard_console_request_duration_seconds_count{route=~"/api/.*"}[5m]))',
          legend: '{{status}}',
        },
      ],
    },
    {
      title: 'Slowest calls of the console, 95 % stay below',
      unit: 's',
      queries: [
        {
          expr: 'topk(10, histogram_quantile(0.95, sum by (le, method, route) (rate(switchyard_console_request_duration_seconds_bucket{route=~"/api/.*"}[15m]))))',
          legend: '{{method}} {{route}}',
        },
      ],
    },
    {
      title: 'Sign-ins',
      unit: 'cps',
      queries: [
        {
          expr: 'sum by (way, result) (rate(switchyard_console_sign_ins_total[15m]))',
          legend: '{{way}} {{result}}',
        },
      ],
    },
    {
      title: 'Changes not announced yet',
      unit: 'short',
      queries: [{ expr: 'max(switchyard_console_outbox_rows)', legend: 'rows' }],
    },
    {
      title: 'Age of the oldest of them',
      unit: 's',
      queries: [{ expr: 'max(switchyard_console_outbox_oldest_seconds)', legend: 'age' }],
    },
    {
      title: 'Since the relay read its configuration',
      unit: 's',
      queries: [{ expr: 'switchyard_relay_configuration_age_seconds', legend: '{{instance}}' }],
    },
    {
      title: 'Jobs that failed',
      unit: 'cps',
      queries: [
        {
          expr: 'sum by (name) (rate(switchyard_billing_job_duration_seconds_count{result="failed"}[15m]))',
          legend: '{{name}}',
        },
      ],
    },
    {
      title: 'Longest jobs, 95 % stay below',
      unit: 's',
      queries: [
        { expr: `topk(10, ${quantile(0.95, 'switchyard_billing_job_duration_seconds', 'name')})`, legend: '{{name}}' },
      ],
    },
    {
      title: 'Partitions of the usage log',
      unit: 'short',
      queries: [{ expr: 'max(switchyard_billing_log_partitions)', legend: 'days' }],
    },
  ],
};
