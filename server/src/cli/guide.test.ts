import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { backupCommand } from './backup.ts'
import { doctorCommand } from './doctor.ts'
import { keysCommand } from './keys.ts'
import { passwordCommand, twoFactorCommand } from './log-in.ts'
import { secretCommand } from './secret.ts'
import { stockCommand } from './stock.ts'

// Commands that operators copy from the guide.

const folder = fileURLToPath(new URL('../../../docs/operations/', import.meta.url))
const chapters = readdirSync(folder).filter((name) => name.endsWith('.md'))

/** Each command of the guide: lines of its code blocks, and code inside a sentence. */
const guideCommands = chapters.flatMap((name) => {
  const text = readFileSync(folder + name, 'utf8')
  const codeBlocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block]) =>
    block!.replaceAll('\\\n', ' ').split('\n'),
  )
  const inlineCode = [...text.replace(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`\n]+)`/g)]

  return [...codeBlocks, ...inlineCode.map(([, span]) => span!)].map(
    (line) => `${name}: ${line.trim()}`,
  )
})

it('the tool accepts every command of the guide [P440]', () => {
  const commands = {
    backup: backupCommand,
    doctor: doctorCommand,
    keys: keysCommand,
    password: passwordCommand,
    secret: secretCommand,
    stock: stockCommand,
    'two-factor': twoFactorCommand,
  }

  const parsedCommands = guideCommands.flatMap((line) => {
    const [, name = '', args = ''] = /: sudo chaveiro ([a-z-]+)(.*)$/.exec(line) ?? []
    const command = commands[name as keyof typeof commands]

    return command
      ? [{ line, isRight: command.read(args.split(/\s+/).filter(Boolean)) !== null }]
      : []
  })

  expect(parsedCommands.length).toBeGreaterThan(4)
  expect(parsedCommands.filter(({ isRight }) => !isRight)).toEqual([])
})

it('no command of the guide has a secret in its arguments, which other users can read', () => {
  const programs =
    /: .*\b(?:psql|pg_isready|curl|createuser)\b[^<|]*\$(?:\(|\w*(?:URL|SECRET|TOKEN|PASS))/
  expect(guideCommands.filter((line) => programs.test(line))).toEqual([])
})
