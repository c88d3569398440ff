import { api } from '@chaveiro/contracts'
import type { preview } from '@chaveiro/contracts/admin/settings'
import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import type { PageReader, PageRenderer } from '@chaveiro/contracts/rendering'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'

import { questionsIn } from '../domains/settings/home.rules.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import { publicView } from '../domains/settings/settings.views.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { ownReadAddress, type Handlers } from '../platform/http/mount.ts'
import { lookAttributes } from './look.ts'
import { createTextReader, rendererLoader } from './pages.ts'
import { readTemplate } from './template.ts'

const scriptTags = /<script[^]*?<\/script>/g

/**
 * Renders the home page with unsaved settings, as a visitor would see it. Nothing is stored or
 * cached.
 */
export function createPreviewHandlers(
  http: FastifyInstance,
  app: App,
  webRoot: string,
): Handlers<typeof preview> {
  const loadRenderer = rendererLoader(app)

  const readParts = makeOnce(async () => ({
    template: readTemplate(webRoot),
    texts: await createTextReader(app, join(webRoot, 'locales')),
    by: await loadRenderer!(),
  }))

  return {
    async home(_app, { body: { settings, language } }) {
      if (!loadRenderer) throw fail('settings.no_preview')

      const { template, texts, by: renderer } = await readParts()
      const { updatedAt: _, ...fields } = settings
      const draftSite: SiteSettings = { ...(await siteSettings(app)), ...withValues(fields) }

      const rendered = await drawHome(renderer, await createDraftReader(http, app, draftSite), {
        language,
        texts: (await texts())[language],
        publicUrl: app.config.publicUrl,
      })

      const html = template.page(language, rendered, lookAttributes(app, draftSite))

      // Removes script tags, because a preview runs no scripts.
      return { success: true as const, html: html.replace(scriptTags, '') }
    },
  }
}

type DraftFacts = {
  language: Language
  texts: Record<string, Record<string, string>>
  publicUrl: string
}

const drawHome = (
  renderer: PageRenderer,
  readAnswer: PageReader,
  { language, texts, publicUrl }: DraftFacts,
) =>
  renderer.renderPage(
    { path: '/', search: '', language, languageInAddress: false, publicUrl },
    texts,
    readAnswer,
  )

/** Answers the page's API reads: from the unsaved settings, otherwise from the shop's own API. */
async function createDraftReader(
  http: FastifyInstance,
  app: App,
  site: SiteSettings,
): Promise<PageReader> {
  const settingsBody = JSON.stringify(await publicView(app, site))
  return async (address, language) => {
    const { pathname } = new URL(address, 'http://shop')
    if (pathname === api.settings.publicSettings.path) return { status: 200, body: settingsBody }

    if (pathname === api.sitePages.questions.path) {
      const questions = questionsIn(site.questions, language)
      return { status: 200, body: JSON.stringify({ success: true, questions }) }
    }

    const { statusCode, body } = await http.inject({
      url: address,
      headers: { 'accept-language': language },
      remoteAddress: ownReadAddress,
    })

    // While the shop is closed, these reads count as not found, so that staff still see the page
    // without their content.
    return { status: statusCode === 503 ? 404 : statusCode, body }
  }
}

/** The fields without undefined values. */
const withValues = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<SiteSettings>

/** Creates a value at its first use and keeps it. */
function makeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let madeValue: Promise<T> | null = null
  return () => (madeValue ??= make())
}
