import type { variants } from '@chaveiro/contracts/admin/variants'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { warningOfRole } from '../discord-roles/role-permissions.queries.ts'
import { adminProductOf } from './products/products.admin.queries.ts'
import { adminVariants, type AdminVariant } from './variants/variants.admin.queries.ts'
import {
  addVariant,
  changeVariant,
  orderVariants,
  removeVariant,
} from './variants/variants.service.ts'

/** Back-office calls of the variants of a product. */
export const variantsAdmin: Handlers<typeof variants> = {
  async list(app, { params }) {
    if (!(await adminProductOf(app, params.id))) throw fail('product.not_found')
    return { success: true as const, variants: await adminVariants(app, params.id) }
  },
  async create(app, input) {
    return savedReply(app, await addVariant(app, input.params.id, input.body, actorOf(input)))
  },
  async order(app, input) {
    const orderedVariants = await orderVariants(
      app,
      input.params.id,
      input.body.ids,
      actorOf(input),
    )
    return { success: true as const, variants: orderedVariants }
  },

  async update(app, input) {
    return savedReply(
      app,
      await changeVariant(app, input.params, input.body, actorOf(input)),
      input.body.discordRoleId !== undefined,
    )
  },

  async remove(app, input) {
    await removeVariant(app, input.params, actorOf(input))
    return { success: true as const }
  },
}

/**
 * The reply after saving a variant. The variant's chat role is checked after the commit, so a
 * failed check cannot undo the change.
 */
async function savedReply(app: App, variant: AdminVariant, roleGiven = true) {
  return {
    success: true as const,
    variant,
    data: variant,
    roleWarning:
      roleGiven && variant.discordRoleId ? await warningOfRole(app, variant.discordRoleId) : null,
  }
}
