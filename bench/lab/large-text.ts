// An experiment of many lines, as a person could write it: several laws, many bodies.

/** A text of at least so many lines without a mistake, whose run takes so many seconds. */
export function largeText(lines: number, duration = 0.1): string {
  const parts = [
    'import "laws/bodies.vfl"\nimport "laws/frictionless-collision.vfl"\n',
    "world attributes {\n  g = [0, 0, -9.81] [m/s^2]\n  restitution = 0.8\n" +
      "  thickness = 0.1 [m]\n  density = 1.2 [kg/m^3]\n}\n",
  ];
  const names: string[] = [];
  const laws: string[] = [];
  for (let i = 1; parts.join("\n").split("\n").length < lines - 12; i++) {
    names.push(`body_${i}`);
    parts.push(`// Body number ${i}.
object {
  name = body_${i}
  physical type = dynamic
  geometrical type = ${i % 2 === 0 ? "sphere" : "cuboid"}
  attributes = {
    position = [${i}, 0, 5] [m]
    orientation = [0, 0, 0]
    size = ${i % 2 === 0 ? "0.1 [m]" : "[0.1, 0.2, 0.3] [m]"}
    mass = ${i} [kg]
    inertia = inertiaTensor(mass)
    v = [0, 0, 0] [m/s]
    w = [0, 0, 0] [1/s]
    charge = 0.1 * ${i}
  }
}
`);
    if (i % 5 !== 0) continue;
    laws.push(`fall_${i}`);
    parts.push(`// The fall of body ${i}, with drag.
context {
  name = fall_${i}
  type = free fall
  applicability = {
    object body_${i}
  }
  aliases = {
    use other_mass as attribute mass of each other object
  }
  functions = {
    speed = norm(v)
    area = ${i} * thickness ^ 2
    dragForce = -0.5 * density * area * speed * v
    otherCharge = sumOthers(0.001 * other_mass)
    arm = rotation(orientation) * [0, 0, thickness]
    spin = if norm(w) < 1e-9 then [0, 0, 0] else normalize(w)
    torqueNow = arm * dragForce - 0.01 [kg*m^2] * (w . w) * spin
    v' = g + dragForce / mass * (1 + charge * otherCharge)
    position' = v
    w' = inverse(inertia) * torqueNow
    orientation' = orientationRate(orientation, w)
  }
}
`);
  }
  parts.push(`simulation {
  name = many
  initial time = 0
  duration = ${duration}
  objects_involved = {${names.join(", ")}}
  contexts_involved = {${laws.join(", ")}}
}

measures {
  energy = total(0.5 * mass * (v . v) - mass * (g . position))
}
`);
  return parts.join("\n");
}
