import type { Plugin } from 'vite'

/** Preloads the one font file that the first paint needs: Inter, Latin. */
export function fontPreloadPlugin(): Plugin {
  return {
    name: 'chaveiro-font-preload',
    apply: 'build',

    transformIndexHtml: {
      order: 'post',

      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /inter-latin-wght.*\.woff2$/.test(file),
        )

        return font
          ? [
              {
                tag: 'link',
                injectTo: 'head-prepend',
                attrs: {
                  rel: 'preload',
                  href: `/${font}`,
                  as: 'font',
                  type: 'font/woff2',
                  crossorigin: true,
                },
              },
            ]
          : []
      },
    },
  }
}
