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

/** A new password for somebody who cannot log in. */
export const password: Command = {
  usage: `password EMAIL [--generate]
    asks for a new password, which nobody sees while it is typed, and sets it; without a terminal it
    is the first line of standard input. --generate makes one and prints it, this once.
    All sessions of the account end, the audit log has a line. A second factor stays`,

  read(args) {
    const { email, generate } = readPassword(args) ?? {}
    if (!email) return null

    return ({ out, progress }) =>
      withApp(async (app) => {
        const user = await accountByEmail(app, email)
        const made = generate ? newPassword() : await askSecret('New password', progress)
        await setPasswordByOperator(app, user, made)
        out(`${user.email} has a new password${generate ? `: ${made}` : '.'}`)
        if (user.isBanned) progress('This account is banned, so the shop still refuses it.')

        return 0
      })
  },
}

/** Take the second factor from somebody who lost it. */
export const twoFactor: Command = {
  usage: `two-factor off EMAIL
    takes the second factor and its recovery codes away; the password alone opens the account then.
    All sessions of the account end, the audit log has a line, and all admins are mailed`,
  read([what, email, ...more]) {
    if (what !== 'off' || !email || more.length) return null
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

// Signs that people do not confuse when they copy them by hand; 20 of them are more than 100 bits.
const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]!).join('')

/** One that the rules of the shop take: a capital and a digit are among its signs. */
function newPassword(): string {
  const made = [group(), group(), group(), group()].join('-')
  return /[A-Z]/.test(made) && /\d/.test(made) ? made : newPassword()
}
