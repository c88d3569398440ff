/** Saves a file as a download under this name. */
export function saveFile(blob: Blob, fileName: string): void {
  const downloadLink = document.createElement('a')
  downloadLink.href = URL.createObjectURL(blob)
  downloadLink.download = fileName
  downloadLink.click()
  setTimeout(() => URL.revokeObjectURL(downloadLink.href), 1000)
}
