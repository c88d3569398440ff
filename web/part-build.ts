import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { apiPlugin } from './api-plugin.ts'

/**
 * Builds a part of the app by itself, from its file in src/testing, for tests of what no page shows
 * yet; part.js and style.css begin it, and its files lie below /part/.
 */
export async function buildPart(file: string, outDir: string): Promise<void> {
  await build({
    root: import.meta.dirname,
    configFile: false,
    base: '/part/',
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), tailwindcss(), apiPlugin()],
    build: {
      outDir,
      minify: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rollupOptions: {
        input: join(import.meta.dirname, 'src/testing', file),
        output: { entryFileNames: 'part.js', assetFileNames: '[name][extname]' },
      },
    },
  })
}
