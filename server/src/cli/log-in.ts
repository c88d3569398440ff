import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

import {
  accountByEmail,
  dropTwoFactorByOperator,
  setPasswordByOperator,
} from '../domains/accounts/by-operator.service.ts'
import { askSecret } from './ask-secret.ts'
import type { Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Sets a new password for a user who cannot log in. */
export const passwordCommand: Command = {
  usage: `password EMAIL [--generate]
    asks for a new password, unseen while it is typed, and sets it; without a terminal it is the
    first line of standard input. --generate makes one and prints it, this once.
    All sessions of the account end, the audit log has a line. A second factor stays`,

  read(args) {
    const { email, generate } = readPassword(args) ?? {}
    if (!email) return null

    return ({ out, progress }) =>
      withApp(async (app) => {
        const user = await accountByEmail(app, email)
        const newPassword = generate
          ? generatePassword()
          : await askSecret('New password', progress)
        await setPasswordByOperator(app, user, newPassword)
        out(`${user.email} has a new password${generate ? `: ${newPassword}` : '.'}`)
        if (user.isBanned) progress('This account is banned, so the shop still refuses it.')

        return 0
      })
  },
}

/** Removes a lost second factor. */
export const twoFactorCommand: Command = {
  usage: `two-factor off EMAIL
    removes the second factor and its recovery codes; then the password alone opens the account.
    All sessions of the account end, the audit log has a line, and all admins are mailed`,
  read([subcommand, email, ...more]) {
    if (subcommand !== 'off' || !email || more.length) return null
    return ({ out }) =>
      withApp(async (app) => {
        const user = await dropTwoFactorByOperator(app, email)
        out(`${user.email} logs in without a second factor now.`)

        return 0
      })
  },
}

function readPassword(args: string[]) {
  try {
    const options = { generate: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [email, ...more] = positionals

    return email && !more.length ? { email, ...values } : null
  } catch {
    return null
  }
}

// Characters that people do not confuse when they copy by hand; 20 of them have more than 100 bits.
const passwordCharacters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomGroup = () =>
  Array.from({ length: 5 }, () => passwordCharacters[randomInt(passwordCharacters.length)]!).join(
    '',
  )

/** Repeats until the password fits the shop's rules: a capital letter and a digit. */
function generatePassword(): string {
  const candidate = [randomGroup(), randomGroup(), randomGroup(), randomGroup()].join('-')
  return /[A-Z]/.test(candidate) && /\d/.test(candidate) ? candidate : generatePassword()
}
