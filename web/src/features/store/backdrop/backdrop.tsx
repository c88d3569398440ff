import { particles } from '@chaveiro/contracts/particles'
import { useEffect, useRef } from 'react'

import { join } from '../../../ui/join.ts'
import { musicPlays } from '../music/playing.ts'
import { drift, eachLink, resize, strew, type Field } from './field.ts'

const shades = 4

/**
 * Draw the dots and their links: links in four strengths, one path each, so that a frame costs a
 * handful of strokes.
 */
function draw(pen: CanvasRenderingContext2D, field: Field, color: string): void {
  pen.clearRect(0, 0, field.width, field.height)
  const paths = Array.from({ length: shades }, () => new Path2D())

  eachLink(field, (a, b, nearness) => {
    const path = paths[Math.min(shades - 1, Math.floor(nearness * shades))]!
    path.moveTo(a.x, a.y)
    path.lineTo(b.x, b.y)
  })

  pen.strokeStyle = pen.fillStyle = color
  pen.lineWidth = 1

  paths.forEach((path, shade) => {
    pen.globalAlpha = 0.05 + 0.05 * shade
    pen.stroke(path)
  })

  const dots = new Path2D()

  for (const { x, y, r } of field.dots) {
    dots.moveTo(x + r, y)
    dots.arc(x, y, r, 0, 7)
  }

  pen.globalAlpha = 0.4
  pen.fill(dots)
}

/**
 * Run the backdrop on a canvas until told to stop; it sleeps while the tab is hidden and stands
 * still under reduced motion.
 */
function run(canvas: HTMLCanvasElement): () => void {
  const pen = canvas.getContext('2d')
  if (!pen) return () => {}

  const stop = new AbortController()
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')
  const field = strew(window.innerWidth, window.innerHeight)
  let [color, frame, last, speed] = ['', 0, 0, 1]
  const paint = () => draw(pen, field, color)

  const tick = (now: number) => {
    // The pace eases towards its aim so that music starting is felt, not seen to jump.
    speed += ((musicPlays() ? particles.musicSpeed : 1) - speed) * 0.06
    drift(field, last ? (now - last) / 1000 : 0, speed)
    last = now
    paint()
    frame = requestAnimationFrame(tick)
  }

  const live = () => {
    cancelAnimationFrame(frame)
    last = 0
    if (document.hidden) return

    if (still.matches) paint()
    else frame = requestAnimationFrame(tick)
  }

  const dress = () => {
    color = getComputedStyle(canvas).color
    if (still.matches) paint()
  }

  const fit = () => {
    const scale = Math.min(1.5, window.devicePixelRatio || 1)
    resize(field, window.innerWidth, window.innerHeight)
    canvas.width = field.width * scale
    canvas.height = field.height * scale
    pen.setTransform(scale, 0, 0, scale, 0, 0)
    paint()
  }

  const { signal } = stop
  window.addEventListener('resize', fit, { signal })
  document.addEventListener('visibilitychange', live, { signal })
  still.addEventListener('change', live, { signal })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', dress, { signal })
  const theme = new MutationObserver(dress)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  dress()
  fit()
  live()

  return () => {
    stop.abort()
    theme.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Dimmed where the page has its words, which is the whole of a phone; as it is beside them. */
const words =
  '[mask-image:linear-gradient(90deg,#000_calc(50%-41rem),#0003_calc(50%-36rem)_calc(50%+36rem),#000_calc(50%+41rem))]'

/** The particle backdrop behind every page (S022); decoration only. */
export function Backdrop() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => run(canvas.current!), [])

  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-backdrop
      className={join('pointer-events-none fixed inset-0 -z-10 size-full text-accent', words)}
    />
  )
}
