import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { testFolder } from '../../server/src/testing/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the first page loads 150 kB of scripts, a product 25 kB more, no back office [L059]', () => {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/check-budget.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })

  const first = /^first load of \/products: ([\d.]+) kB gzip in \d+ files/m.exec(stdout)?.[1]
  const more = /^the page of a product adds ([\d.]+) kB/m.exec(stdout)?.[1]
  expect(Number(first), stdout).toBeLessThanOrEqual(150)
  expect(Number(first)).toBeGreaterThan(50)
  expect(Number(more), stdout).toBeLessThanOrEqual(25)
  expect(Number(more)).toBeGreaterThan(1)
  expect(stdout).not.toContain('back-office calls in the first load')
  expect(status).toBe(0)
})

it('the server is built again when a source changed, and only then', () => {
  const copy = testFolder('build')

  for (const name of ['scripts', 'contracts', 'sandbox', 'server', 'package-lock.json'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    })

  for (const name of ['node_modules', 'server/node_modules'])
    symlinkSync(join(root, name), join(copy, name))

  const ensure = (): { said: string[]; entry: string } => {
    const script = `import('./scripts/setup.mjs').then((m) => console.log(m.ensureServer()))`
    const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: copy, encoding: 'utf8' })
    const said = stdout.trim().split('\n')

    return { entry: said.pop()!, said }
  }

  const first = ensure()
  expect(first.said).toEqual(['Building the server ...'])
  expect(readFileSync(first.entry, 'utf8')).toContain("import('./shop.js')")
  expect(ensure()).toEqual({ entry: first.entry, said: [] })

  appendFileSync(join(copy, 'server/src/main.ts'), "\nprocess.stdout.write('this line is new')\n")
  const second = ensure()
  expect(second.said).toEqual(['Building the server ...'])
  expect(readFileSync(join(second.entry, '../shop.js'), 'utf8')).toContain('this line is new')
  // A running shop still loads chunks of the first build, so a new build must not change them.
  expect(readFileSync(join(first.entry, '../shop.js'), 'utf8')).not.toContain('this line is new')
  rmSync(copy, { recursive: true, force: true })
})
