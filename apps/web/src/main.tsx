import "./styles/main.css";
import { reloadForNewerVersion } from "./lib/newer-version.ts";
import { startApp } from "./start-app.tsx";

reloadForNewerVersion();
startApp();
