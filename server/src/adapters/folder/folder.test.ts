import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { folderStore } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'chaveiro-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the next run removes what a killed run left a day ago, and nothing else [P475]', async () => {
  const aged = (name: string, hours: number) => {
    writeFileSync(join(folder, name), 'x')
    const at = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(folder, name), at, at)
  }

  aged('.chaveiro-20261101-030000.tar.zst.age.abcdefgh.part', 25)
  aged('.chaveiro-20261101-040000.tar.zst.ABC-_fgh.part', 25)
  aged('.chaveiro-20261102-030000.tar.zst.abcdefgh.part', 23)
  aged('.chaveiro-notas.part', 25)
  aged('.outra.part', 25)
  aged('chaveiro-20261001-030000.tar.zst', 25)
  const name = 'chaveiro-20261103-030000.tar.zst'
  expect(await folderStore(folder).write(name, bytes())).toBe(5)

  expect(readdirSync(folder).sort()).toEqual([
    '.chaveiro-20261102-030000.tar.zst.abcdefgh.part',
    '.chaveiro-notas.part',
    '.outra.part',
    'chaveiro-20261001-030000.tar.zst',
    'chaveiro-20261103-030000.tar.zst',
  ])
})

it('an archive never replaces another one, and both keep their content', async () => {
  const here = join(folder, 'twice')
  const name = 'chaveiro-20261104-030000.tar.zst'
  await folderStore(here).write(name, bytes())
  writeFileSync(join(here, name), 'the first')
  await expect(folderStore(here).write(name, bytes())).rejects.toThrow(
    `${join(here, name)} is there already: run the command again`,
  )
  expect(readdirSync(here)).toEqual([name])
  expect(readFileSync(join(here, name), 'utf8')).toBe('the first')
})

it('a folder is created with its parents, and a failure is reported at once', async () => {
  const deep = join(folder, 'a/b/c')
  await folderStore(deep).write('x', bytes())
  expect(readdirSync(deep)).toEqual(['x'])
  await expect(folderStore('/proc/backups').write('x', bytes())).rejects.toThrow(
    '/proc/backups cannot be made (ENOENT)',
  )
  writeFileSync(join(folder, 'file'), '')
  await expect(folderStore(join(folder, 'file')).write('x', bytes())).rejects.toThrow(
    `${join(folder, 'file')} cannot be made (EEXIST)`,
  )
})

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('klein')
}
