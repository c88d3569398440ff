import type { customers } from '@chaveiro/contracts/admin/customers'

import { fail } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { customerInFull } from './customers.admin.queries.ts'
import { endSessions, noteCustomer, removeNote } from './customers.admin.service.ts'
import { customerView, noteView } from './customers.admin.views.ts'

type Notes = Awaited<ReturnType<typeof noteCustomer>>

const notesReply = (notes: Notes, readerId: string) => ({
  success: true as const,
  notes: notes.map((note) => noteView(note, readerId)),
})

/** Back-office calls of one customer. */
export const customersAdmin: Handlers<typeof customers> = {
  async read(app, { params, principal }) {
    const fullCustomer = await customerInFull(app, params.id)
    if (!fullCustomer) throw fail('account.not_found')

    const customer = customerView(app, fullCustomer, principal.userId)

    return { success: true as const, customer, data: customer }
  },

  async note(app, { params, body, ...by }) {
    const customerNotes = await noteCustomer(app, params.id, body, actorOf(by))
    return notesReply(customerNotes, by.principal.userId)
  },
  async removeNote(app, { params, ...by }) {
    const customerNotes = await removeNote(app, params.id, params.noteId, actorOf(by))
    return notesReply(customerNotes, by.principal.userId)
  },
  async endSessions(app, { params, ...by }) {
    const staffCaller = { principal: by.principal, actor: actorOf(by) }
    return { success: true as const, ended: await endSessions(app, staffCaller, params.id) }
  },
}
