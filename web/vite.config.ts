import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { apiPlugin } from './api-plugin.ts'
import { compressPlugin } from './compress-plugin.ts'
import { fontPreloadPlugin } from './font-preload-plugin.ts'
import { offlinePlugin } from './offline-plugin.ts'
import { pageSourcesPlugin } from './page-sources-plugin.ts'

const sharedParts = [
  'i18n/format',
  'routing/(?:hydrated|title)',
  'ui/(?:badge|product-image)',
  'features/store/shared/(?:empty-shelf|product-card)',
]

// Two builds of the same pages: for the browser (dist), and with --ssr for the server
// (dist-server), which renders the public ones.
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,

  plugins: [
    react(),
    tailwindcss(),
    apiPlugin(),
    ...(isSsrBuild
      ? [pageSourcesPlugin()]
      : [fontPreloadPlugin(), offlinePlugin(), compressPlugin()]),
  ],

  // Fonts stay files of their own: a data URI would need font-src data: in the policy and be
  // fetched with the style sheet.
  build: isSsrBuild
    ? {
        outDir: 'dist-server',
        copyPublicDir: false,
        minify: true,
        rollupOptions: { input: 'src/entry-server.tsx' },
      }
    : {
        outDir: 'dist',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        reportCompressedSize: true,

        // What every page needs is one file, the small parts of the shop front another, those that
        // other pages share a third, those of the back office a fourth: fifty files of half a
        // kilobyte ask more often, compress worse (8 kB of 154), and on a phone each waits for its
        // turn.
        rollupOptions: {
          output: {
            // The first page knows the name of every other file: each letter of them costs it.
            chunkFileNames: 'assets/[hash:7].js',

            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'], priority: 4 },
                {
                  name: 'parts',
                  test: new RegExp(`/web/src/(?:${sharedParts.join('|')})\\.`),
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'ui',
                  // The QR codes of a payment bring a library that no page before it needs.
                  test: /\/web\/src\/(?:ui(?!\/qr)|api|state|i18n(?!\/typed-number)|routing)\/|\/lucide-react\//,
                  minShareCount: 2,
                  maxModuleSize: 8_000,
                  priority: 2,
                },
                {
                  name: 'kit',
                  // Numbers are typed by staff alone.
                  test: /\/src\/(?:features\/admin\/(?:components|shared)\/|i18n\/typed-number)|virtual:admin-api/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },

  // The server's build brings its React along: one file that starts fast, and in the form for
  // production whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  worker: { format: 'es' },
}))
