import type { Language } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { ChoiceField } from '../components/fields.tsx'
import type { Form } from './use-field.ts'

const widths = { phone: 390, desk: 1280 } as const
type Width = keyof typeof widths
type Theme = 'dark' | 'light'

/** How long nothing is typed before the page is drawn anew. */
const pauseMs = 350

/**
 * The first page as the shop draws it with what stands in the form, a moment after it was typed;
 * while something cannot be taken the last one stays.
 */
function useDrawn(form: Form, language: Language) {
  const [drawn, setDrawn] = useState({ html: '', waits: false })
  const asked = JSON.stringify({ settings: useWatch({ control: form.control }), language })

  useEffect(() => {
    let isLast = true

    const draw = async () => {
      try {
        const { html } = await call(adminApi.preview.home, { body: JSON.parse(asked) as never })
        if (isLast) setDrawn({ html, waits: false })
      } catch (error) {
        console.warn('preview', error)
        if (isLast) setDrawn(({ html }) => ({ html, waits: true }))
      }
    }

    const timer = setTimeout(() => void draw(), pauseMs)

    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [asked])

  return drawn
}

/** The page in a theme, already visited, for the eyes alone: nothing in it is pressed. */
const framed = (html: string, theme: Theme): string =>
  html
    .replace('<html ', `<html data-visited data-theme="${theme}" `)
    .replace('<body', '<body inert')

/** A frame as wide as the device, made as small as its place; it keeps where one had scrolled to. */
function Frame({ html, width }: { html: string; width: number }) {
  const { t } = useTranslation('admin')
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const [room, setRoom] = useState(0)

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry!.contentRect.width))
    watch.observe(place.current!)

    return () => watch.disconnect()
  }, [])

  const scale = Math.min(1, room / width || 1)

  const back = () => {
    const inside = frame.current?.contentWindow
    // A frame is as wide as it says: no room is kept for a bar that a phone lays over the page.
    inside?.document.documentElement.style.setProperty('scrollbar-gutter', 'auto')
    inside?.scrollTo(0, scrolled.current)
    inside?.addEventListener('scroll', () => (scrolled.current = inside.scrollY))
  }

  return (
    <div ref={place} className="h-160 overflow-hidden rounded-md border border-line bg-ground">
      {/* Same origin for its style sheet; without scripts, which it does not need. */}
      <iframe
        ref={frame}
        title={t('admin.settings.previewTitle')}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={back}
        style={{
          width,
          height: 640 / scale,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
        className="block max-w-none border-0"
      />
    </div>
  )
}

/** The first page beside the form, as it would be with what is typed, in both themes and widths. */
export function ShopPreview({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const [theme, setTheme] = useState<Theme>('dark')
  const [width, setWidth] = useState<Width>('phone')
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const { html, waits } = useDrawn(form, language)

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

      <Frame html={html && framed(html, theme)} width={widths[width]} />
      <p role="status" className="text-sm text-muted">
        {t(waits ? 'admin.settings.previewWaits' : 'admin.settings.previewUnsaved')}
      </p>
    </section>
  )
}
