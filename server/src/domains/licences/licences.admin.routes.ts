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

const csvColumns: readonly Column<AdminLicence>[] = [
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
 * Back-office calls of licences. Calls that also change stock and providers are in
 * key-status.admin.routes.ts.
 */
export const licencesAdmin: Omit<Handlers<typeof licences>, 'status' | 'replace' | 'remove'> = {
  async list(app, { query, ...input }) {
    const { licenses, total } = await listLicences(app, query)
    await recordKeysSeen(app, 'licenses', licenses, actorOf(input))

    return { success: true as const, licenses, ...totalsOf(total, query.limit) }
  },
  async stats(app) {
    const statusCounts = await licenceNumbers(app)
    return { success: true as const, ...statusCounts, data: statusCounts }
  },
  async export(app, { query }) {
    return csvFile('licenses', csvColumns, (last, limit) => licencesAfter(app, query, last, limit))
  },
  async read(app, input) {
    return oneLicence(await licenceForStaff(app, input.params.id, actorOf(input)))
  },
  async story(app, { params }) {
    const licenceStory = await licenceStoryOf(app, params.id)
    if (!licenceStory) throw fail('licence.not_found')

    return { success: true as const, license: licenceStory, data: licenceStory }
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
export async function licenceForStaff(app: App, id: string, actor: Actor): Promise<AdminLicence> {
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
