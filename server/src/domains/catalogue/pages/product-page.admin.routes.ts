import type { productPages } from '@chaveiro/contracts/admin/product-page'
import { pageLengths } from '@chaveiro/contracts/lengths'

import { fail } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { parseRichText } from './page-texts.rules.ts'
import { adminPageOf, type AdminPage } from './product-page.admin.queries.ts'
import { savePage } from './product-page.service.ts'

/** Back-office calls of the pages of products. */
export const productPagesAdmin: Handlers<typeof productPages> = {
  async read(app, { params }) {
    const adminPage = await adminPageOf(app, params.id)
    if (!adminPage) throw fail('product.not_found')

    return pageReply(adminPage)
  },
  async update(app, input) {
    return pageReply(await savePage(app, input.params.id, input.body, actorOf(input)))
  },
  async preview(_app, { body }) {
    return { success: true as const, tree: parseRichText(body.text, pageLengths.body, 'text') }
  },
}

const pageReply = (page: AdminPage) => ({ success: true as const, page, data: page })
