import type { licences } from '@chaveiro/contracts/admin/licences'
import { csvFile, type Column } from '../../platform/csv.ts'
import { fail } from '../../platform/fail.ts'
import { totalsOf } from '../../platform/listing.ts'
import type { Handlers } from '../../platform/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { hideLicence, revealLicence } from './licences.desk.service.ts'
import {
  adminLicenceOf,
  licencesAfter,
  listLicences,
  type AdminLicence,
} from './licences.listing.ts'
import { revealsOf } from './licences.reveals.ts'

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

/** Back-office calls of licences, but for what touches the stock and providers (fulfilment.admin). */
export const licencesAdmin: Omit<Handlers<typeof licences>, 'status' | 'replace'> = {
  async list(app, { query }) {
    const { licenses, total } = await listLicences(app, query)
    return { success: true as const, licenses, ...totalsOf(total, query.limit) }
  },
  async export(app, { query }) {
    return csvFile('licenses', columns, (last, limit) => licencesAfter(app, query, last, limit))
  },
  async read(app, { params }) {
    const licence = await adminLicenceOf(app, params.id)
    if (!licence) throw fail('licence.not_found')
    return oneLicence(licence)
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
  async remove(app, input) {
    await hideLicence(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
}

export const oneLicence = (licence: AdminLicence) => ({
  success: true as const,
  license: licence,
  data: licence,
})
