import type { Plugin } from 'vite'

/** Preloads the font file of the first paint: Archivo. */
export function fontPreloadPlugin(): Plugin {
  return {
    name: 'chaveiro-font-preload',
    apply: 'build',

    transformIndexHtml: {
      order: 'post',

      handler(_html, { bundle }) {
        const fontFile = Object.keys(bundle ?? {}).find((file) =>
          /archivo-text.*\.woff2$/.test(file),
        )

        return fontFile
          ? [
              {
                tag: 'link',
                injectTo: 'head-prepend',
                attrs: {
                  rel: 'preload',
                  href: `/${fontFile}`,
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
