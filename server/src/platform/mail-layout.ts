export type MailContent = {
  language: string; siteName: string; title: string; paragraphs: readonly string[]
  button?: { label: string; url: string }
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** One layout for every mail: a text part that says it all, and plain HTML that works with images off; everything is escaped here. */
export function mailLayout(content: MailContent): { text: string; html: string } {
  const { table, button } = content
  const rows = table?.rows.map((cells) => cells.join('  ')).join('\n')
  const text = [content.title, ...content.paragraphs, ...(rows ? [rows] : []), ...(button ? [`${button.label}: ${button.url}`] : []), content.siteName].join('\n\n')
  const cell = (tag: string, value: string, i: number) => `<${tag} style="text-align:${i ? 'right' : 'left'};padding:8px 0;border-bottom:1px solid #e4e7ec">${escape(value)}</${tag}>`
  const html = `<!doctype html><html lang="${content.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(content.title)}</title></head>
<body style="margin:0;background:#f2f4f7;font-family:Helvetica,Arial,sans-serif;color:#101828"><div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="font-weight:700;font-size:18px;margin:0 0 16px">${escape(content.siteName)}</p>
<div style="background:#fff;border-radius:10px;padding:24px"><h1 style="font-size:20px;margin:0 0 16px">${escape(content.title)}</h1>
${content.paragraphs.map((line) => `<p style="line-height:1.5;margin:0 0 12px">${escape(line)}</p>`).join('\n')}
${table ? `<table role="presentation" style="width:100%;border-collapse:collapse;font-size:14px;margin:12px 0"><tr>${table.head.map((value, i) => cell('th', value, i)).join('')}</tr>${table.rows.map((cells) => `<tr>${cells.map((value, i) => cell('td', value, i)).join('')}</tr>`).join('')}</table>` : ''}
${button ? `<p style="margin:20px 0 0"><a href="${escape(button.url)}" style="display:inline-block;background:#0e9f6e;color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:700">${escape(button.label)}</a></p>` : ''}
</div></div></body></html>`
  return { text, html }
}
