import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gateway = process.env.SWITCHYARD_ADDRESS ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
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
