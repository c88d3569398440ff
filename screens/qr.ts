import type { Locator } from 'playwright-core'
import decode from 'qr/decode.js'

const size = 240

/** The text that a phone would read from a QR code on the page. */
export async function readQr(code: Locator): Promise<string> {
  const dots = await code.evaluate(async (svg, side) => {
    const drawn = svg.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    const picture = new Image()
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`
    await picture.decode()
    const drawing = new OffscreenCanvas(side, side).getContext('2d')!
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, side, side)
    drawing.drawImage(picture, 0, 0, side, side)
    const { data } = drawing.getImageData(0, 0, side, side)

    // One letter per pixel keeps the result small; a list of numbers takes seconds to transfer.
    return Array.from({ length: side * side }, (_, at) => (data[at * 4]! < 128 ? 'x' : ' ')).join(
      '',
    )
  }, size)

  const data = new Uint8Array(size * size * 4)
  for (const [at, dot] of [...dots].entries()) data.fill(dot === 'x' ? 0 : 255, at * 4, at * 4 + 4)

  return decode({ width: size, height: size, data })
}
