import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newBackupKey } from '../../../server/src/testing/backup-key.ts'
import { blockWith } from './chapter.ts'
import { owner, type Machine } from './machine.ts'

// What an owner does in the years after, by the other chapters' own commands.

const chapter = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../../../docs/operations/${name}.md`, import.meta.url)),
    'utf8',
  )

/** The doctor, a backup by its timer that is read again, another key of the vault, an upgrade. */
export async function followLater(machine: Machine, version: string): Promise<void> {
  await machine.run('sudo chaveiro doctor')
  const { identity, recipient } = await newBackupKey()
  await machine.run(
    blockWith(chapter('backup'), 'chaveiro-backup.timer', {
      AGE_PUBLIC_KEY: recipient,
    }),
  )
  writeFileSync(join(machine.root, 'home', owner, 'backup-key.txt'), `${identity}\n`)
  await machine.run(
    `sudo sh -c 'chaveiro verify /var/backups/chaveiro/* --identity /home/${owner}/backup-key.txt'`,
  )
  await machine.run(blockWith(chapter('keys'), 'keys rotate'))
  await machine.run(blockWith(chapter('upgrade'), 'sudo ln', { NEW: version }))
  await machine.run('sudo chaveiro doctor')
}
