import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

const gateway = process.env.SWITCHYARD_ADDRESS ?? 'http://127.0.0.1:3000';

export default defineConfig({
  // The console sends the compressed files as they are.
  plugins: [react(), compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1_000, logLevel: 'silent' })],
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 700 },
  server: {
    port: 5173,
    proxy: {
      '/admin': gateway,
      '/api': gateway,
      '/v1': gateway,
    },
  },
});
