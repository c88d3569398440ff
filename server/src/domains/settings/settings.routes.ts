import type { Api } from '@chaveiro/contracts'

import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { siteSettings } from './settings.service.ts'
import { publicView } from './settings.views.ts'

export const settingsRoutes: Handlers<Api['settings']> = {
  async publicSettings(app) {
    return new CachedJson(
      await app.publicCache.get('public-settings', async () =>
        publicView(app, await siteSettings(app)),
      ),
    )
  },
}
