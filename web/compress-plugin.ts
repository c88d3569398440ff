import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|html|svg|json|txt|xml)$/

/**
 * Writes .br and .gz beside every text file of the build, so that the server never compresses on
 * request.
 */
export function compressPlugin(): Plugin {
  let outputFolder = ''
  return {
    name: 'chaveiro-compress',
    apply: 'build',
    configResolved(config) {
      outputFolder = join(config.root, config.build.outDir)
    },

    async closeBundle() {
      const outputFiles = await readdir(outputFolder, { recursive: true, withFileTypes: true })
      await Promise.all(
        outputFiles
          .filter((file) => file.isFile() && compressible.test(file.name))
          .map(async (file) => {
            const path = join(file.parentPath, file.name)
            const bytes = await readFile(path)
            if (bytes.length < 512) return

            await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))

            await writeFile(
              `${path}.br`,
              brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
            )
          }),
      )
    },
  }
}
