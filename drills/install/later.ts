import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { newBackupKey } from '../../server/src/testing/backup-key.ts'
import { blocksOf, blockWith } from './chapter.ts'
import { owner, type Machine } from './machine.ts'

// Maintenance after the installation, by the commands of the other chapters of the guide.

const chapter = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/operations/${name}.md`, import.meta.url)), 'utf8')

/**
 * Runs the doctor, a backup by its timer and `verify`, a rotation of the vault's keys, and an
 * upgrade.
 */
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
  await machine.run(blockWith(chapter('keys'), 'sudo chaveiro keys rotate'))
  await machine.run(blockWith(chapter('upgrade'), 'sudo ln', { NEW: version }))
  await machine.run('sudo chaveiro doctor')
  await checkProxies(machine)
  await followArchive(machine)
}

/**
 * On the same machine, with the service stopped: install from the archive and check that this shop
 * serves its pages.
 */
async function followArchive(machine: Machine): Promise<void> {
  await machine.run(
    'sudo systemctl stop chaveiro\n' +
      `sudo -u postgres psql -c 'drop database chaveiro' -c 'drop role chaveiro'`,
  )

  const typed = blockWith(chapter('install'), 'make-secrets.sh ~/secrets')

  const begun = typed.replace(
    'bin/chaveiro start',
    'setsid nohup bin/chaveiro start >by-archive.log 2>&1 &',
  )

  if (begun === typed) throw new Error('the archive installation has no start command')

  const ask = 'curl --silent --show-error --fail --retry 30 --retry-delay 1 --retry-all-errors'

  await machine.run(`${begun}
${ask} http://127.0.0.1:3000/readyz
${ask} --output page http://127.0.0.1:3000/products
grep --quiet '<h1' page
pkill --full dist/app/`)
}

/** Whether Caddy accepts the configurations in the chapter about proxies. */
async function checkProxies(machine: Machine): Promise<void> {
  await machine.run('sudo cp /etc/chaveiro/bank.pem /etc/caddy/efi.pem')
  for (const block of blocksOf(chapter('proxy'), 'caddyfile')) {
    writeFileSync(join(machine.root, 'home', owner, 'Caddyfile'), block)
    await machine.run('caddy adapt --config Caddyfile --adapter caddyfile >/dev/null')
  }
}
