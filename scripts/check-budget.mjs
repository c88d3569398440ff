// Checks the size of a visitor's first load: all JavaScript of /products, gzipped and without back
// office code. Checks also the additional code of a product page. Runs after the build.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { root } from './setup.mjs'

export const budget = { page: 'src/features/store/shop/shop-page.tsx', kB: 150 }

/** Additional kB that a product page may load after the first load (L059). */
export const pageBudget = { page: 'src/features/store/product/product-page.tsx', kB: 25 }
const dist = join(root, 'web/dist')

/** The files of the entry and of one page, with all their static imports. */
export function firstLoad(page = budget.page) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const files = new Set()

  const take = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    if (files.has(chunk.file)) return

    files.add(chunk.file)
    for (const next of chunk.imports ?? []) take(next)
  }

  take('index.html')
  take(page)

  const sizes = [...files].map((file) => [
    file,
    readFileSync(existsSync(join(dist, `${file}.gz`)) ? join(dist, `${file}.gz`) : join(dist, file))
      .length / 1000,
  ])

  return {
    kB: sizes.reduce((sum, [, size]) => sum + size, 0),
    sizes: sizes.sort((a, b) => b[1] - a[1]),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { kB, sizes } = firstLoad()
  const foreign = sizes
    .filter(([file]) => readFileSync(join(dist, file), 'utf8').includes('/api/admin/'))
    .map(([file]) => file)
  process.stdout.write(
    `first load of /products: ${kB.toFixed(1)} kB gzip in ${sizes.length} files (budget ${budget.kB})\n`,
  )
  const first = new Set(sizes.map(([file]) => file))
  const added = firstLoad(pageBudget.page).sizes.filter(([file]) => !first.has(file))
  const more = added.reduce((sum, [, size]) => sum + size, 0)
  process.stdout.write(
    `the page of a product adds ${more.toFixed(1)} kB (budget ${pageBudget.kB})\n`,
  )
  if (process.argv.includes('--list'))
    for (const [file, size] of sizes)
      process.stdout.write(`${size.toFixed(1).padStart(7)}  ${file}\n`)
  if (kB > budget.kB) process.stdout.write(`over the budget by ${(kB - budget.kB).toFixed(1)} kB\n`)
  if (foreign.length)
    process.stdout.write(`back-office calls in the first load: ${foreign.join(', ')}\n`)
  process.exit(kB > budget.kB || more > pageBudget.kB || foreign.length ? 1 : 0)
}
