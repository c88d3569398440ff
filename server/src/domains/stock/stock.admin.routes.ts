import type { stock } from '@chaveiro/contracts/admin/stock'
import { counted } from '@chaveiro/contracts/counted'
import { inLanguage } from '@chaveiro/contracts/localized'
import { soldAs } from '@chaveiro/contracts/sold-as'

import type { App } from '../../platform/app.ts'
import { fail, Failure } from '../../platform/errors.ts'
import type { Caller, Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { recordKeysSeen } from '../audit/audit.seen.service.ts'
import { actorOf, type Actor } from '../audit/audit.service.ts'
import { setThreshold } from './stock-alerts.service.ts'
import {
  adminKeyOf,
  countKeys,
  keyIdOf,
  keysAfter,
  listKeys,
  type AdminStockKey,
} from './stock.admin.queries.ts'
import { pasteKeys, removeKey, revealKey } from './stock.admin.service.ts'
import { stockVariants } from './stock.variants.queries.ts'

const keyColumns: readonly Column<AdminStockKey>[] = [
  ['id', (row) => row.id],
  ['licenseKey', (row) => row.licenseKey],
  ['product', (row) => row.product && soldAs(row.product.name, row.product.variant.name)],
  ['status', (row) => row.status],
  ['usedByEmail', (row) => row.usedBy?.email],
  ['usedByName', (row) => row.usedBy?.name],
  ['usedAt', (row) => row.usedBy?.usedAt],
  ['orderNumber', (row) => row.orderNumber],
  ['createdAt', (row) => row.createdAt],
  ['updatedAt', (row) => row.updatedAt],
]

/**
 * Back-office calls of stock. Those that also change the licence of a delivered key are in
 * fulfilment.admin.
 */
export const stockAdmin: Omit<Handlers<typeof stock>, 'status' | 'bulkStatus'> = {
  async list(app, { query, ...input }) {
    const { licenses, total } = await listKeys(app, query)
    await recordKeysSeen(app, 'stock', licenses, actorOf(input))

    return { success: true as const, licenses, ...totalsOf(total, query.limit) }
  },
  async export(app, { query }) {
    return csvFile('stock', keyColumns, (last, limit) => keysAfter(app, query, last, limit))
  },
  async stats(app) {
    const keyFigures = await countKeys(app)
    return { success: true as const, ...keyFigures, data: keyFigures }
  },
  async products(app) {
    return { success: true as const, products: await stockVariants(app) }
  },
  async threshold(app, input) {
    await setThreshold(app, input.params.id, input.body.threshold, actorOf(input))
    return { success: true as const, product: (await stockVariants(app, input.params.id))[0]! }
  },
  async read(app, input) {
    const id = await keyIdOf(app, input.params.licenseKey)
    if (!id) throw fail('stock.not_found')

    return keyReply(await readKeyAs(app, id, actorOf(input)))
  },

  async add(app, input) {
    const pasteReport = await pasteKeys(app, input.body, actorOf(input))

    const replyMessage = inLanguage(input.caller.language, {
      'pt-BR':
        `${counted(pasteReport.added, 'licença adicionada', 'licenças adicionadas')}, ` +
        `${counted(pasteReport.skipped, 'linha ignorada', 'linhas ignoradas')}.`,
      'en-US':
        `${counted(pasteReport.added, 'licence', 'licences')} added, ` +
        `${counted(pasteReport.skipped, 'line', 'lines')} skipped.`,
    })

    return {
      success: true as const,
      message: replyMessage,
      dryRun: input.body.dryRun,
      ...pasteReport,
    }
  },

  async reveal(app, input) {
    return {
      success: true as const,
      licenseKey: await revealKey(app, input.params.licenseKey, actorOf(input)),
    }
  },

  async remove(app, input) {
    await removeKey(app, input.params.licenseKey, actorOf(input))
    return { success: true as const }
  },
  async bulkDelete(app, input) {
    return changeEachKey(input.body.ids, input.caller, (id) => removeKey(app, id, actorOf(input)))
  },
}

/** Read a key for staff and record in the trail that they saw it. Throws stock.not_found. */
export async function readKeyAs(app: App, id: string, actor: Actor): Promise<AdminStockKey> {
  const key = await adminKeyOf(app, id)
  if (!key) throw fail('stock.not_found')

  await recordKeysSeen(app, 'stock', [key], actor)

  return key
}

/** The reply about one key; `license` and `data` repeat the key for clients that read them. */
export const keyReply = (key: AdminStockKey) => ({
  ...key,
  success: true as const,
  license: key,
  data: key,
})

/**
 * Change many keys, each on its own: a refusal is reported with the id of its key, and the other
 * keys are still changed.
 */
export async function changeEachKey(
  ids: readonly string[],
  caller: Caller,
  act: (id: string) => Promise<unknown>,
): Promise<{
  success: true
  changed: number
  refused: { id: string; _id: string; code: string; error: string }[]
}> {
  const refusedKeys: { id: string; _id: string; code: string; error: string }[] = []
  const uniqueIds = [...new Set(ids)]

  for (const id of uniqueIds) {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refusedKeys.push({
        id,
        _id: id,
        code: error.code,
        error: inLanguage(caller.language, error.text),
      })
    }
  }

  return { success: true, changed: uniqueIds.length - refusedKeys.length, refused: refusedKeys }
}
