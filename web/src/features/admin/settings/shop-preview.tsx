import type { Language } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { ChoiceField } from '../components/fields.tsx'
import type { Form } from './use-field.ts'

const deviceWidths = { phone: 390, desk: 1280 } as const
type Width = keyof typeof deviceWidths
type Theme = 'dark' | 'light'

/** Pause in typing before the preview is rendered, in milliseconds. */
const typingPauseMs = 350

/**
 * The home page rendered by the server with the form's values. A failed call, mostly for invalid
 * values, keeps the last preview and sets `waits`.
 */
function useDrawnPage(form: Form, language: Language) {
  const [drawn, setDrawn] = useState({ html: '', waits: false })
  const previewRequest = JSON.stringify({ settings: useWatch({ control: form.control }), language })

  useEffect(() => {
    let isLatest = true

    const drawPage = async () => {
      try {
        const { html } = await call(adminApi.preview.home, {
          body: JSON.parse(previewRequest) as never,
        })
        if (isLatest) setDrawn({ html, waits: false })
      } catch (error) {
        console.warn('preview', error)
        if (isLatest) setDrawn(({ html }) => ({ html, waits: true }))
      }
    }

    const pendingTimer = setTimeout(() => void drawPage(), typingPauseMs)

    return () => {
      isLatest = false
      clearTimeout(pendingTimer)
    }
  }, [previewRequest])

  return drawn
}

/** The page in one theme, without the notices of a first visit, and inert: links lead nowhere. */
const framedHtml = (html: string, theme: Theme): string =>
  html
    .replace('<html ', `<html data-visited data-theme="${theme}" `)
    .replace('<body', '<body inert')

/** An iframe as wide as the device, scaled to fit; a new preview keeps the scroll position. */
function PreviewFrame({ html, width }: { html: string; width: number }) {
  const { t } = useTranslation('admin')
  const placeElement = useRef<HTMLDivElement>(null)
  const frameElement = useRef<HTMLIFrameElement>(null)
  const scrolledTo = useRef(0)
  const [room, setRoom] = useState(0)

  useEffect(() => {
    const widthObserver = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width))
    widthObserver.observe(placeElement.current!)

    return () => widthObserver.disconnect()
  }, [])

  const frameScale = Math.min(1, room / width || 1)

  const restoreScroll = () => {
    const frameWindow = frameElement.current?.contentWindow
    // No gutter for a scroll bar: the iframe is as wide as the device, and phones overlay theirs.
    frameWindow?.document.documentElement.style.setProperty('scrollbar-gutter', 'auto')
    frameWindow?.scrollTo(0, scrolledTo.current)
    frameWindow?.addEventListener('scroll', () => (scrolledTo.current = frameWindow.scrollY))
  }

  return (
    <div
      ref={placeElement}
      className="h-160 overflow-hidden rounded-md border border-line bg-ground"
    >
      {/* The same origin allows the style sheet; scripts are off because a preview needs none. */}
      <iframe
        ref={frameElement}
        title={t('admin.settings.previewTitle')}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={restoreScroll}
        style={{
          width,
          height: 640 / frameScale,
          transform: `scale(${frameScale})`,
          transformOrigin: '0 0',
        }}
        className="block max-w-none border-0"
      />
    </div>
  )
}

/** Preview of the home page beside the form, in both themes and widths. */
export function ShopPreview({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const [theme, setTheme] = useState<Theme>('dark')
  const [width, setWidth] = useState<Width>('phone')
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const { html, waits } = useDrawnPage(form, language)

  return (
    <section
      aria-label={t('admin.settings.previewTitle')}
      className="grid content-start gap-3 xl:sticky xl:top-4 xl:self-start"
    >
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <ChoiceField
          label={t('admin.settings.previewTheme')}
          value={theme}
          onChange={(event) => setTheme(event.target.value as Theme)}
        >
          <option value="dark">{t('admin.settings.previewDark')}</option>
          <option value="light">{t('admin.settings.previewLight')}</option>
        </ChoiceField>

        <ChoiceField
          label={t('admin.settings.previewWidth')}
          value={width}
          onChange={(event) => setWidth(event.target.value as Width)}
        >
          <option value="phone">{t('admin.settings.previewPhone')}</option>
          <option value="desk">{t('admin.settings.previewDesk')}</option>
        </ChoiceField>

        <ChoiceField
          label={t('adminReviews.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          <option value="pt-BR">{t('adminReviews.language.pt-BR')}</option>
          <option value="en-US">{t('adminReviews.language.en-US')}</option>
        </ChoiceField>
      </div>

      <PreviewFrame html={html && framedHtml(html, theme)} width={deviceWidths[width]} />
      <p role="status" className="text-sm text-muted">
        {t(waits ? 'admin.settings.previewWaits' : 'admin.settings.previewUnsaved')}
      </p>
    </section>
  )
}
