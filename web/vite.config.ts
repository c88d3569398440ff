import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { apiPlugin } from './api-plugin.ts'
import { compressPlugin } from './compress-plugin.ts'
import { fontPreloadPlugin } from './font-preload-plugin.ts'
import { offlinePlugin } from './offline-plugin.ts'
import { pageSourcesPlugin } from './page-sources-plugin.ts'

const sharedPartPaths = [
  'i18n/format',
  'routing/(?:hydrated|title)',
  'ui/(?:badge|cut|product-image)',
  'features/shared/product-term',
  'features/store/shared/(?:category-chips|empty-shelf|heading|product-card|shop-row)',
]

// Two builds of the same pages: for the browser (dist), and with --ssr for the server
// (dist-server), which renders the public pages.
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

  // Fonts stay files: as data URIs they would need font-src data: in the policy and load with the
  // style sheet.
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

        // Few large chunks: first load, shop front, shared parts, back office. Fifty files of half
        // a kilobyte need more requests, compress worse (8 kB of 154), and queue on a phone.
        rollupOptions: {
          output: {
            // The first page lists all other file names, so each letter counts.
            chunkFileNames: 'assets/[hash:7].js',

            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'], priority: 4 },
                {
                  name: 'parts',
                  test: new RegExp(`/web/src/(?:${sharedPartPaths.join('|')})\\.`),
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'ui',
                  // QR codes bring a library that no page before payment needs.
                  test: /\/web\/src\/(?:ui(?!\/qr)|api|state|i18n(?!\/typed-number)|routing)\/|\/lucide-react\//,
                  minShareCount: 2,
                  maxModuleSize: 8_000,
                  priority: 2,
                },
                {
                  name: 'kit',
                  // Only staff type numbers.
                  test: /\/src\/(?:features\/admin\/(?:components|shared)\/|i18n\/typed-number)|virtual:admin-api/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },

  // The server's build bundles React: one file that starts fast, in production mode whatever
  // NODE_ENV says.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  worker: { format: 'es' },
}))
