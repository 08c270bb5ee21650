import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { startHost } from './state/host'
import { startSession } from './state/session'
import { showWish } from './views/host/show-wish'
import './styles/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startSession()
startHost(showWish)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
