/** The two channels between main process and preload; nothing else uses Electron's IPC. */
export const REQUEST_CHANNEL = 'vigil:request'
export const EVENT_CHANNEL = 'vigil:event'
