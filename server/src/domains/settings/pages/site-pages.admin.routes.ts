import type { sitePages } from '@chaveiro/contracts/admin/site-pages'
import { sitePageLimits } from '@chaveiro/contracts/lengths'
import { inLanguage } from '@chaveiro/contracts/localized'

import { fail } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { parseMarkdown } from '../../../platform/text/markdown.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { adminView, listSitePages, sitePageRow, type AdminSitePage } from './site-pages.queries.ts'
import {
  createSitePage,
  orderSitePages,
  removeSitePage,
  updateSitePage,
} from './site-pages.service.ts'

/** Back-office calls of the pages that staff write. */
export const sitePagesAdmin: Handlers<typeof sitePages> = {
  async list(app) {
    return listReply(await listSitePages(app))
  },
  async order(app, input) {
    return listReply(await orderSitePages(app, input.body.ids, actorOf(input)))
  },
  async preview(_app, { body: { text } }) {
    const textTree = text.length <= sitePageLimits.content ? parseMarkdown(text) : null
    if (!textTree) throw fail('text.refused', { field: 'content' }, { fields: ['text'] })

    return { success: true as const, tree: textTree }
  },
  async read(app, { params }) {
    const storedPage = await sitePageRow(app, params.id)
    if (!storedPage) throw fail('page.not_found')

    return pageReply(adminView(storedPage))
  },
  async create(app, input) {
    return pageReply(await createSitePage(app, input.body, actorOf(input)))
  },
  async update(app, input) {
    return pageReply(await updateSitePage(app, input.params.id, input.body, actorOf(input)))
  },

  async remove(app, input) {
    await removeSitePage(app, input.params.id, actorOf(input))
    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Página excluída.',
        'en-US': 'Page deleted.',
      }),
    }
  },
}

const pageReply = (page: AdminSitePage) => ({ success: true as const, page, data: page })

const listReply = (pages: Awaited<ReturnType<typeof listSitePages>>) => ({
  success: true as const,
  pages,
  data: pages,
})
