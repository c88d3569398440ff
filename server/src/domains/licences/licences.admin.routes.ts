import type { licences } from '@chaveiro/contracts/admin/licences'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { recordKeysSeen } from '../audit/audit.seen.service.ts'
import { actorOf, type Actor } from '../audit/audit.service.ts'
import {
  adminLicenceOf,
  licenceNumbers,
  licencesAfter,
  listLicences,
  type AdminLicence,
} from './licences.admin.queries.ts'
import { revealLicence } from './licences.admin.service.ts'
import { revealsOf } from './reveals.service.ts'
import { licenceStoryOf } from './story.admin.queries.ts'

const columns: readonly Column<AdminLicence>[] = [
  ['id', (row) => row.id],
  ['product', (row) => row.product.name],
  ['licenseKey', (row) => row.licenseKey],
  ['customerName', (row) => row.customerName],
  ['customerEmail', (row) => row.customerEmail],
  ['status', (row) => row.status],
  ['expirationDate', (row) => row.expirationDate],
  ['orderNumber', (row) => row.orderNumber],
  ['createdAt', (row) => row.createdAt],
]

/**
 * Back-office calls of licences, except those that also change stock and providers (key-
 * status.admin.routes.ts).
 */
export const licencesAdmin: Omit<Handlers<typeof licences>, 'status' | 'replace' | 'remove'> = {
  async list(app, { query, ...input }) {
    const { licenses, total } = await listLicences(app, query)
    await recordKeysSeen(app, 'licenses', licenses, actorOf(input))

    return { success: true as const, licenses, ...totalsOf(total, query.limit) }
  },
  async stats(app) {
    const numbers = await licenceNumbers(app)
    return { success: true as const, ...numbers, data: numbers }
  },
  async export(app, { query }) {
    return csvFile('licenses', columns, (last, limit) => licencesAfter(app, query, last, limit))
  },
  async read(app, input) {
    return oneLicence(await seenLicence(app, input.params.id, actorOf(input)))
  },
  async story(app, { params }) {
    const license = await licenceStoryOf(app, params.id)
    if (!license) throw fail('licence.not_found')

    return { success: true as const, license, data: license }
  },

  async reveal(app, input) {
    return {
      success: true as const,
      licenseKey: await revealLicence(app, input.params.id, actorOf(input)),
    }
  },

  async reveals(app, { params }) {
    return { success: true as const, reveals: await revealsOf(app, params.id) }
  },
}

/** A licence for staff, key included. Throws licence.not_found. */
export async function seenLicence(app: App, id: string, actor: Actor): Promise<AdminLicence> {
  const licence = await adminLicenceOf(app, id)
  if (!licence) throw fail('licence.not_found')

  await recordKeysSeen(app, 'licenses', [licence], actor)

  return licence
}

export const oneLicence = (licence: AdminLicence) => ({
  success: true as const,
  license: licence,
  data: licence,
})
