import { useTranslation } from 'react-i18next'

import type { Notice } from './notices.ts'
import { safeLink } from './preview.ts'

type EmbedData = Notice['embeds'][number]

function EmbedImage({
  url,
  name,
  className,
}: {
  url: string | undefined
  name: string | undefined
  className: string
}) {
  const { t } = useTranslation()
  const safeAddress = safeLink(url)

  if (!safeAddress) return null

  return (
    <a
      href={safeAddress}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('bell.openImage', {
        name: name || safeAddress.split(/[/?#]/).findLast(Boolean),
      })}
      className="block w-fit"
    >
      <img
        src={safeAddress}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        className={className}
      />
    </a>
  )
}

function EmbedTitle({ title, url }: { title: string; url: string | undefined }) {
  const safeAddress = safeLink(url)
  if (!safeAddress) return title

  return (
    <a href={safeAddress} target="_blank" rel="noopener noreferrer" className="link">
      {title}
    </a>
  )
}

/** Card below the content with those parts the embed has (Q78). */
export function Embed({ embed }: { embed: EmbedData }) {
  return (
    <section
      data-embed
      className="grid gap-3 rounded-md border border-l-4 border-line border-l-accent bg-raised p-4"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1.5">
          {embed.title && (
            <h3 className="font-semibold [overflow-wrap:anywhere]">
              <EmbedTitle title={embed.title} url={embed.url} />
            </h3>
          )}

          {embed.description && (
            <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
              {embed.description}
            </p>
          )}
        </div>

        <EmbedImage
          url={embed.thumbnail?.url}
          name={embed.title}
          className="size-16 rounded-sm object-cover"
        />
      </div>

      {embed.fields && embed.fields.length > 0 && (
        <dl className="grid gap-3 sm:grid-cols-2">
          {embed.fields.map(({ name, value, inline }, index) => (
            <div key={index} className={inline ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
              <dt className="text-xs font-semibold text-muted">{name}</dt>
              <dd className="text-sm [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}

      <EmbedImage
        url={embed.image?.url}
        name={embed.title}
        className="max-h-72 max-w-full rounded-sm object-contain"
      />

      {embed.footer && <p className="text-xs text-muted">{embed.footer.text}</p>}
    </section>
  )
}
