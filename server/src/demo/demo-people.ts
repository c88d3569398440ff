import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { demoPassword, type Role } from '@chaveiro/contracts/limits'
import { hash } from '@node-rs/argon2'

import { users } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoCustomers } from './data/customers.ts'
import { day } from './purchase-times.ts'
import type { Draw } from './random.ts'

export type Person = { id: string; name: string; email: string; role: Role; createdAt: Date }

const names: Record<Role, string> = {
  admin: 'Administração Demo',
  developer: 'Desenvolvimento Demo',
  client: 'Cliente Demo',
}

/**
 * The three accounts that the login page shows, then the invented customers; nothing is stored yet,
 * since purchases tell when they came.
 */
export function preparePeople(app: App, draw: Draw): Person[] {
  const now = app.clock.now().getTime()

  const shown = demoAccounts.map(({ email, role }) => ({
    id: newId(now - 99 * day),
    name: names[role],
    email,
    role,
    createdAt: new Date(now - (role === 'client' ? 85 : 99) * day),
  }))

  const invented = demoCustomers.map((name) => {
    const words = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
    return {
      id: newId(now - 95 * day),
      name,
      email: `${words[0]}.${words.at(-1)}@exemplo.test`,
      role: 'client' as const,
      createdAt: new Date(now - draw.between(1, 60) * day - draw.between(0, day)),
    }
  })

  return [...shown, ...invented]
}

/**
 * Store the people by one slow hash of the demo password; an account that stands already (first
 * admin) stays as it is.
 */
export async function storePeople(
  tx: App,
  people: readonly Person[],
  passwordHash: string,
  draw: Draw,
): Promise<void> {
  const now = tx.clock.now().getTime()
  await tx.db
    .insert(users)
    .values(
      people.map((person, at) => ({
        ...person,
        ...chatAccountOf(person, at),
        passwordHash,
        // Who tries a code in the demo shop keeps the password that its login page names.
        emailProvenAt: person.createdAt,
        lastLoginAt: new Date(
          Math.max(person.createdAt.getTime(), now - draw.between(0, 20 * day)),
        ),
      })),
    )
    .onConflictDoNothing()
}

/**
 * Every third invented customer has linked a chat account; its id is shaped like one and belongs to
 * nobody.
 */
function chatAccountOf({ name, email }: Person, at: number) {
  if (demoAccounts.some((shown) => shown.email === email) || at % 3 !== 0) return {}

  const discordName = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')[0]!

  return { discordId: String(100_000_000_000_000_000n + BigInt(at)), discordName }
}

/** The demo password, hashed as accounts hash theirs (OWASP: argon2id, 19 MiB, 2 passes). */
export const demoPasswordHash = (): Promise<string> =>
  hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
