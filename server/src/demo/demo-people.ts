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

const accountNames: Record<Role, string> = {
  admin: 'Administração Demo',
  developer: 'Desenvolvimento Demo',
  client: 'Cliente Demo',
}

/**
 * The three accounts of the login page, then the invented customers. All people are stored later,
 * because a customer's first purchase decides when the customer registered.
 */
export function preparePeople(app: App, draw: Draw): Person[] {
  const now = app.clock.now().getTime()

  const shownAccounts = demoAccounts.map(({ email, role }) => ({
    id: newId(now - 99 * day),
    name: accountNames[role],
    email,
    role,
    createdAt: new Date(now - (role === 'client' ? 85 : 99) * day),
  }))

  const inventedCustomers = demoCustomers.map((name) => {
    const nameWords = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
    return {
      id: newId(now - 95 * day),
      name,
      email: `${nameWords[0]}.${nameWords.at(-1)}@exemplo.test`,
      role: 'client' as const,
      createdAt: new Date(now - draw.between(1, 60) * day - draw.between(0, day)),
    }
  })

  return [...shownAccounts, ...inventedCustomers]
}

/**
 * Stores the people. All share one slow hash of the demo password; an existing account stays
 * unchanged.
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
      people.map((person, index) => ({
        ...person,
        ...drawChatAccount(person, index),
        passwordHash,
        // Marks the mail address as proven. Otherwise a login by code would remove the password
        // that the login page shows.
        emailProvenAt: person.createdAt,
        lastLoginAt: new Date(
          Math.max(person.createdAt.getTime(), now - draw.between(0, 20 * day)),
        ),
      })),
    )
    .onConflictDoNothing()
}

/** Every third invented customer has a linked chat account, with an id that no real account has. */
function drawChatAccount({ name, email }: Person, index: number) {
  if (demoAccounts.some((account) => account.email === email) || index % 3 !== 0) return {}

  const discordName = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')[0]!

  return { discordId: String(100_000_000_000_000_000n + BigInt(index)), discordName }
}

/** The demo password, hashed like that of real accounts (OWASP: argon2id, 19 MiB, 2 passes). */
export const demoPasswordHash = (): Promise<string> =>
  hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
