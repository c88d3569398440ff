import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiPlugin } from './api-plugin.ts'
import { compressPlugin } from './compress-plugin.ts'
import { fontPreloadPlugin } from './font-preload-plugin.ts'

const server = process.env.CHAVEIRO_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), apiPlugin(), fontPreloadPlugin(), compressPlugin()],
  // Fonts stay files of their own: a data URI would need font-src data: in the policy and be fetched with the style sheet.
  build: { outDir: 'dist', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: true },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': server, '/sandbox': server, '/docs': server } },
})
