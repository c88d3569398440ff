import webPush from 'web-push'

import { pushKeys } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { PushIdentity } from '../../../ports/push.ts'
import { keptSettings } from '../../settings/settings.service.ts'

const row = 1

/**
 * The shop's key pair towards push services, made when it is first needed; of two processes that
 * make one the first keeps it (P371).
 */
async function keyPair(app: App): Promise<typeof pushKeys.$inferSelect> {
  const [kept] = await app.db.select().from(pushKeys)
  if (kept) return kept

  const { publicKey, privateKey } = webPush.generateVAPIDKeys()

  await app.db
    .insert(pushKeys)
    .values({
      id: row,
      publicKey,
      sealed: app.vault.seal(privateKey, 'push_keys', String(row)),
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()

  return keyPair(app)
}

export const publicPushKey = async (app: App): Promise<string> => (await keyPair(app)).publicKey

/** With what the shop signs, and who answers for it: its contact, or else its address. */
export async function pushIdentity(app: App): Promise<PushIdentity> {
  const [{ publicKey, sealed }, { contactEmail }] = await Promise.all([
    keyPair(app),
    keptSettings(app),
  ])

  const { protocol, hostname, origin } = new URL(app.config.publicUrl)
  const own = protocol === 'https:' ? origin : `mailto:push@${hostname}`

  return {
    publicKey,
    privateKey: app.vault.open(sealed, 'push_keys', String(row)),
    subject: contactEmail ? `mailto:${contactEmail}` : own,
  }
}
