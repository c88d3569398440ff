import webPush from 'web-push'

import { pushKeys } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { PushIdentity } from '../../../ports/push.ts'
import { keptSettings } from '../../settings/settings.service.ts'

const keyRowId = 1

/**
 * The shop's VAPID key pair, created on first use. If two processes create a pair, the first pair
 * is kept (P371).
 */
async function storedKeyPair(app: App): Promise<typeof pushKeys.$inferSelect> {
  const [storedKeys] = await app.db.select().from(pushKeys)
  if (storedKeys) return storedKeys

  const { publicKey, privateKey } = webPush.generateVAPIDKeys()

  await app.db
    .insert(pushKeys)
    .values({
      id: keyRowId,
      publicKey,
      sealed: app.vault.seal(privateKey, 'push_keys', String(keyRowId)),
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()

  return storedKeyPair(app)
}

export const publicPushKey = async (app: App): Promise<string> =>
  (await storedKeyPair(app)).publicKey

/**
 * The key to sign with, and the shop's contact for push services: its email, or else its URL or an
 * email of its domain.
 */
export async function pushIdentity(app: App): Promise<PushIdentity> {
  const [{ publicKey, sealed }, { contactEmail }] = await Promise.all([
    storedKeyPair(app),
    keptSettings(app),
  ])

  const { protocol, hostname, origin } = new URL(app.config.publicUrl)
  const addressContact = protocol === 'https:' ? origin : `mailto:push@${hostname}`

  return {
    publicKey,
    privateKey: app.vault.open(sealed, 'push_keys', String(keyRowId)),
    subject: contactEmail ? `mailto:${contactEmail}` : addressContact,
  }
}
