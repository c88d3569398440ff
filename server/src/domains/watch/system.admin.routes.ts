import type { system } from '@chaveiro/contracts/admin/system'
import { languages } from '@chaveiro/contracts/limits'

import { providerChecks } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { logSink } from '../../platform/observe/log.ts'
import { machineStats } from './machine.queries.ts'
import { figuresNow } from './watch.views.ts'

/** Back-office calls about the system. */
export const systemAdmin: Handlers<typeof system> = {
  async stats(app) {
    const currentStats = await machineStats(app)
    return { success: true as const, ...currentStats, data: currentStats }
  },
  async health(app) {
    const { failing } = await app.health.check()
    return { success: true as const, failing, log: logSink().state() }
  },
  async figures(app) {
    return { success: true as const, ...(await figuresNow(app)) }
  },

  async pix(app) {
    const checkRows = await app.db.select().from(providerChecks)

    const lastCheck = (name: string) => {
      const checkRow = checkRows.find((row) => row.name === name)
      return checkRow?.found && checkRow.checkedAt
        ? {
            found: checkRow.found,
            detail: checkRow.detail,
            checkedAt: checkRow.checkedAt.toISOString(),
          }
        : null
    }

    return {
      success: true as const,
      enabled: app.config.pix !== null,
      webhookUrl: app.config.pix?.webhookUrl ?? null,
      webhook: lastCheck('pix.webhook'),
      infractions: lastCheck('pix.infractions'),
    }
  },

  async config(app) {
    const configFields = configView(app)
    return { success: true as const, ...configFields, data: configFields }
  },
}

/** The shop's configuration, field by field, so that a new setting is not shown by accident. */
function configView({ config, providers: { charges, crypto, captcha, mail } }: App) {
  return {
    mode: config.mode,
    publicUrl: config.publicUrl,
    timeZone: config.timeZone,
    languages: [...languages],
    usdRate: config.usdRate,
    guildId: config.discordGuildId,
    trustProxy: config.trustProxy,
    staffTwoFactor: config.staffTwoFactor,
    methods: { pix: charges.pix !== null, card: charges.stripe !== null, crypto: crypto !== null },
    captcha: { provider: captcha.name, enforce: config.captcha.enforce },
    mail: mail !== null,
    embeddedDatabase: !config.databaseUrl,
    rates: { ...config.rates },
  }
}
