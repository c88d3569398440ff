import type { Api } from '@chaveiro/contracts'

import { fail } from '../../platform/errors.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { questionsIn } from './home.rules.ts'
import { shownSitePage, sitePageSlug } from './pages/site-pages.queries.ts'
import { siteSettings } from './settings.service.ts'

export const sitePagesRoutes: Handlers<Api['sitePages']> = {
  async questions(app, { query, caller }) {
    const language = query.lng ?? caller.language
    return new CachedJson(
      await app.publicCache.get(`questions:${language}`, async () => ({
        success: true,
        questions: questionsIn((await siteSettings(app)).questions, language),
      })),
    )
  },

  async read(app, { params, query, caller }) {
    // Only existing pages are cached: made-up names must not fill the cache.
    const foundSlug = await sitePageSlug(app, params.slug)
    if (foundSlug === null) throw fail('page.not_found')

    const language = query.lng ?? caller.language

    return new CachedJson(
      await app.publicCache.get(`site-page:${language}:${foundSlug}`, async () => {
        const shownPage = await shownSitePage(app, foundSlug, language)
        if (!shownPage) throw fail('page.not_found')

        return { success: true, page: shownPage }
      }),
    )
  },
}
