import type { push } from '@chaveiro/contracts/admin/push'

import type { App } from '../../../platform/app.ts'
import type { Handlers, Principal } from '../../../platform/http/mount.ts'
import { dropDevice, isRegistered, keepDevice } from './push.devices.service.ts'
import { publicPushKey } from './push.keys.service.ts'

/** Whether the device of a session gets messages about sales and waiting work. */
export const pushAdmin: Handlers<typeof push> = {
  read: (app, { principal }) => stateReply(app, principal),
  async keep(app, { body, principal }) {
    await keepDevice(app, deviceOwner(principal), body)
    return stateReply(app, principal)
  },
  async drop(app, { principal }) {
    await dropDevice(app, principal)
    return stateReply(app, principal)
  },
}

const deviceOwner = ({ userId, sessionId }: Principal) => ({ userId, sessionId })

const stateReply = async (app: App, principal: Principal) => ({
  success: true as const,
  publicKey: await publicPushKey(app),
  on: await isRegistered(app, principal),
})
