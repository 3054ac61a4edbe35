// Where the camera stands and what it looks at, and the keys of the view, as in 004.
import { signal } from "@preact/signals";
import { hasLetterKeys, showCameraPlace } from "../state/settings.ts";
import { shown } from "../ui/shown-number.ts";

/** The place of the camera in the picture that was drawn last, in metres. */
export const cameraPlace = signal<{ readonly at: readonly number[]; readonly towards: readonly number[] } | null>(null);

const written = (point: readonly number[]) =>
  `[${point.map((one) => shown(Math.abs(one) < 1e-9 ? 0 : one, 3)).join(", ")}]`;

export function CameraPlace() {
  const place = cameraPlace.value;
  if (!showCameraPlace.value || !place) return null;
  return (
    <div class="camera-place">
      {hasLetterKeys.value && <p>A axes · C contacts · M mirror · T trails · V vectors · W wires · 0 all · ? keys</p>}
      <p>
        camera at {written(place.at)} m, towards {written(place.towards)} m
      </p>
    </div>
  );
}
