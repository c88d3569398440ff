import { particles } from '@chaveiro/contracts/particles'
import { useEffect, useRef } from 'react'

import { join } from '../../../ui/join.ts'
import { musicPlays } from '../music/playing.ts'
import { moveDots, eachLink, resizeField, createField, type Field } from './field.ts'

const shadeCount = 4

/** Draws dots and links. Links share one path per shade, so a frame needs few strokes. */
function drawField(pen: CanvasRenderingContext2D, field: Field, color: string): void {
  pen.clearRect(0, 0, field.width, field.height)
  const linkPaths = Array.from({ length: shadeCount }, () => new Path2D())

  eachLink(field, (a, b, nearness) => {
    const path = linkPaths[Math.min(shadeCount - 1, Math.floor(nearness * shadeCount))]!
    path.moveTo(a.x, a.y)
    path.lineTo(b.x, b.y)
  })

  pen.strokeStyle = pen.fillStyle = color
  pen.lineWidth = 1

  linkPaths.forEach((path, shade) => {
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
 * Animates the backdrop until the returned function is called. It pauses in a hidden tab and is
 * static under reduced motion.
 */
function runBackdrop(canvas: HTMLCanvasElement): () => void {
  const pen = canvas.getContext('2d')
  if (!pen) return () => {}

  const abortController = new AbortController()
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const particleField = createField(window.innerWidth, window.innerHeight)
  let [color, frame, last, speed] = ['', 0, 0, 1]
  const paintFrame = () => drawField(pen, particleField, color)

  const animateFrame = (now: number) => {
    // The speed eases, so that music starting does not make the dots jump.
    speed += ((musicPlays() ? particles.musicSpeed : 1) - speed) * 0.06
    moveDots(particleField, last ? (now - last) / 1000 : 0, speed)
    last = now
    paintFrame()
    frame = requestAnimationFrame(animateFrame)
  }

  const updateAnimation = () => {
    cancelAnimationFrame(frame)
    last = 0
    if (document.hidden) return

    if (reducedMotion.matches) paintFrame()
    else frame = requestAnimationFrame(animateFrame)
  }

  const updateColor = () => {
    color = getComputedStyle(canvas).color
    if (reducedMotion.matches) paintFrame()
  }

  const fitWindow = () => {
    const pixelRatio = Math.min(1.5, window.devicePixelRatio || 1)
    resizeField(particleField, window.innerWidth, window.innerHeight)
    canvas.width = particleField.width * pixelRatio
    canvas.height = particleField.height * pixelRatio
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    paintFrame()
  }

  const { signal } = abortController
  window.addEventListener('resize', fitWindow, { signal })
  document.addEventListener('visibilitychange', updateAnimation, { signal })
  reducedMotion.addEventListener('change', updateAnimation, { signal })
  window
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', updateColor, { signal })
  const themeObserver = new MutationObserver(updateColor)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  updateColor()
  fitWindow()
  updateAnimation()

  return () => {
    abortController.abort()
    themeObserver.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** The backdrop is dimmed behind text, which fills the whole screen of a phone. */
const textMask =
  '[mask-image:linear-gradient(90deg,#000_calc(50%-41rem),#0003_calc(50%-36rem)_calc(50%+36rem),#000_calc(50%+41rem))]'

/** The particle backdrop behind every page (S022). Decorative. */
export function Backdrop() {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => runBackdrop(canvasRef.current!), [])

  return (
    <canvas
      ref={canvasRef}
      aria-hidden
      data-backdrop
      className={join('pointer-events-none fixed inset-0 -z-10 size-full text-accent', textMask)}
    />
  )
}
